import Layout from '@theme/Layout';

export default function Other() {
  return (
    <Layout>
      <h1>Another page</h1>
    </Layout>
  );
}
