/** Scripts that run in the page to measure what a user sees. Strings, because the bench is compiled without DOM types. */

/** From the start: every task of the main thread that takes longer than 50 ms. */
export const NOTE_LONG_TASKS = `
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })`

/** Clicks the link with this text; returns the milliseconds until a row with the other text has been drawn. */
export const openedMs = (link: string, first: string): string => `new Promise((resolve) => {
  const startedAt = performance.now()
  ;[...document.querySelectorAll('a')].find(({ textContent }) => textContent === ${JSON.stringify(link)}).click()
  const look = () => {
    const drawn = [...document.querySelectorAll('tbody [role=row]')]
    if (drawn.some(({ textContent }) => textContent.includes(${JSON.stringify(first)})))
      requestAnimationFrame(() => resolve(performance.now() - startedAt))
    else requestAnimationFrame(look)
  }
  look()
})`

/**
 * Scrolls through what is loaded for a while, by the wheel's pace or by leaps of the scroll bar. Gives the time of each frame
 * and how long no row was where the middle of the list is, the longest time of it. A script's scrolling waits for the page, so
 * what a browser shows ahead of its page, while a finger scrolls, is not in these figures.
 */
export const scrolled = (ms: number, isLeaping: boolean): string => `new Promise((resolve) => {
  const scroller = document.querySelector('[role=grid]').parentElement
  const box = scroller.getBoundingClientRect()
  const hasRow = () =>
    document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('tbody [role=row]') != null
  const startedAt = performance.now()
  let before = startedAt
  let blankSince
  let blankMs = 0
  let leaps = 0
  const frames = []
  const step = (now) => {
    frames.push(now - before)
    before = now
    if (blankSince !== undefined) blankMs = Math.max(blankMs, now - blankSince)
    blankSince = hasRow() ? undefined : (blankSince ?? now)
    if (now - startedAt >= ${ms}) {
      resolve({ frames: frames.slice(1), blankMs })
      return
    }
    const end = scroller.scrollHeight - box.height
    if (${isLeaping}) {
      if (frames.length % 10 === 0) scroller.scrollTop = (end * ((leaps++ * 0.381966) % 1))
    } else scroller.scrollTop = scroller.scrollTop >= end ? 0 : scroller.scrollTop + 240
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`
