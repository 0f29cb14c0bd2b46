import Link from 'next/link';

export const metadata = { title: 'Next', icons: 'data:,' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body style={{ background: '#15181c', color: '#ddd' }}>
        <nav>
          <Link href="/">Run</Link> <Link href="/mdx">MDX</Link> <Link href="/other">Other</Link>
        </nav>
        {children}
      </body>
    </html>
  );
}
