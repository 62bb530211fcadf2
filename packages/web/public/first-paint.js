// Runs before the first paint, so that a page in the dark scheme never flashes light and the menu doesn't jump. A file of its
// own because the Content-Security-Policy allows no inline script. The keys are COLOR_SCHEME_KEY of src/shared/theme.ts and
// that of src/shell/preferences.ts.
;(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage may be switched off in the browser; the defaults are used then.
      return null
    }
  }
  const page = document.documentElement
  const scheme = kept('cooperage.color-scheme')
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (/"isMenuNarrow":true/.test(kept('cooperage.frame') ?? '')) page.setAttribute('data-menu', 'narrow')
  if (/\/(metrics|hop)$/.test(location.pathname)) page.setAttribute('data-menu', 'hidden')
})()
