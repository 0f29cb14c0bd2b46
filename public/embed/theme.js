// Before anything of an embed is painted: the theme that its address asks for. A script of its own, since the policy of the
// docs allows none inside the page; waited for, since the picture and what is behind it must not come in other colours first.
(() => {
  const theme = new URLSearchParams(location.search).get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
})();
