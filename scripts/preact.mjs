// Pages inside other pages (embeds, chats) run on Preact, which is a third as large as React.

/** Aliases for Vite. */
export const preact = {
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};
