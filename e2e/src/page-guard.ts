/** What no journey may cause: a CSP violation, an uncaught error, an error on the browser's console. */
import { type BrowserContext, expect } from '@playwright/test'
import { endedHosts } from './console-process.ts'

/**
 * A status that the journey provokes; `unreachable` if its calls can't connect; `blocked` if the browser withholds a
 * response from a page of another origin; `forbidden` if it tries what the Content-Security-Policy of a response forbids.
 */
export type Provoked = number | 'unreachable' | 'blocked' | 'forbidden'

export interface PageGuard {
  /** Allows the browser's own console message for these, and nothing else. */
  provokes(...what: Provoked[]): void
  /** @throws an assertion error that lists what was seen */
  check(): void
}

const BROWSER_LINE =
  /^Failed to load resource: (?:the server responded with a status of (?<status>\d+)|net::(?<blocked>ERR_BLOCKED_BY_RESPONSE)?)/

/** The same for sockets: a browser reports only on its console why one couldn't be opened. */
const SOCKET_LINE = /^WebSocket connection to '[^']*' failed: (?:.*Unexpected response code: (?<status>\d+))?/

const POLICY_LINE =
  /violates the following Content Security Policy directive|because it violates the document's Content Security Policy/

/** A response that the server of another origin doesn't let the page read. */
const CORS_LINE = /has been blocked by CORS policy/

/**
 * The test runner's scripts are blocked in responses that aren't pages, such as an error opened directly, and while it records a
 * trace, it can't read the images of a preview.
 */
const RUNNER_LINE =
  /^Blocked script execution in '[^']*' because the document's frame is sandboxed|^Connecting to 'blob:null\/[^']*' violates/

/** Watches every page of the context. Violations of the Content-Security-Policy are errors on the browser's console too. */
export function guardPages(context: BrowserContext): PageGuard {
  const allowed = new Set<Provoked>()
  const seen: { text: string; provokedBy?: Provoked }[] = []
  context.on('weberror', (error) => seen.push({ text: `uncaught: ${error.error().stack ?? error.error().message}` }))
  context.on('console', (message) => {
    if (message.type() !== 'error' || RUNNER_LINE.test(message.text())) return
    const line = BROWSER_LINE.exec(message.text()) ?? SOCKET_LINE.exec(message.text())
    if (line !== null && isOfEnded(message.location().url)) return
    const text = `console: ${message.text()} (${message.location().url})`
    if (POLICY_LINE.test(message.text())) seen.push({ text, provokedBy: 'forbidden' })
    else if (CORS_LINE.test(message.text())) seen.push({ text, provokedBy: 'blocked' })
    else if (line === null) seen.push({ text })
    else seen.push({ text, provokedBy: provokedBy(line.groups ?? {}) })
  })
  return {
    provokes: (...what) => {
      for (const one of what) allowed.add(one)
    },
    check() {
      const unexpected = seen.filter(({ provokedBy }) => provokedBy === undefined || !allowed.has(provokedBy))
      expect(
        unexpected.map(({ text }) => text),
        'what the browser complained about',
      ).toEqual([])
    },
  }
}

function isOfEnded(url: string): boolean {
  return URL.canParse(url) && endedHosts.has(new URL(url).host)
}

function provokedBy({ status, blocked }: Record<string, string>): Provoked {
  if (status !== undefined) return Number(status)
  return blocked === undefined ? 'unreachable' : 'blocked'
}
