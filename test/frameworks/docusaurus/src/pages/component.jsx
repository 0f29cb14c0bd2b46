import Layout from '@theme/Layout';
import { LockRun } from '../LockRun';

export default function Component() {
  return (
    <Layout>
      <h1>A component in Docusaurus</h1>
      <LockRun />
    </Layout>
  );
}
