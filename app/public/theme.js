// Sets the saved theme before anything is painted. `ui-store.ts` owns the key and writes it.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'
} catch {
  // Storage can be switched off; the page then starts dark.
}
