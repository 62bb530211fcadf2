// Runs before the first paint, so that a page in the dark scheme never flashes light. A file of its own because the
// Content-Security-Policy allows no inline script. The key is COLOR_SCHEME_KEY of src/shared/theme.ts.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('cooperage.color-scheme')
  } catch {
    // Storage may be switched off in the browser; the system's scheme is used then.
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
