// Runs before the first paint, so that the other theme never flashes. The content security policy allows no inline script.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No access to the storage: the system's theme applies.
}
