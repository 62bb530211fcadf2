/** After this long without a scroll event, scrolling has stopped: wheel steps and touch momentum come faster. */
const REST_MS = 150

let scrolledAt = Number.NEGATIVE_INFINITY

/** Starts recording scroll events anywhere on the page. */
export function watchScrolling(target: Pick<EventTarget, 'addEventListener'> = document): void {
  const note = () => {
    scrolledAt = performance.now()
  }
  target.addEventListener('scroll', note, { capture: true, passive: true })
}

/** Resolves when the user isn't scrolling, or after `mostMs`: for work that should leave the processor to scrolling. */
export async function scrollIdle(mostMs: number): Promise<void> {
  const latest = performance.now() + mostMs
  for (;;) {
    const wait = Math.min(scrolledAt + REST_MS, latest) - performance.now()
    if (wait <= 0) return
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
