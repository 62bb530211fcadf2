/** Validation of setting values, with MinIO's messages where it has one, and their parsing. */

const UNITS_MS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** The longest delay of a Node.js timer. */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

/** Converts a duration in Go's format ("1h30m", "250ms") to milliseconds. @throws Error with Go's message */
export function parseDuration(text: string): number {
  const match = /^([+-]?)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.exec(text)
  if (match !== null) {
    let ms = 0
    for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)) {
      ms += Number(number) * (UNITS_MS[unit ?? ''] ?? 0)
    }
    return match[1] === '-' ? -ms : ms
  }
  if (/^[+-]?0$/.test(text)) return 0
  throw new Error(
    /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/.test(text)
      ? `time: missing unit in duration "${text}"`
      : `time: invalid duration "${text}"`,
  )
}

export function isOn(text: string): boolean {
  return ON.has(text.toLowerCase())
}

const ON = new Set(['1', 't', 'true', 'on', 'enabled'])
const OFF = new Set(['0', 'f', 'false', 'off', 'disabled'])

export function checkOnOff(text: string): string | undefined {
  return ON.has(text.toLowerCase()) || OFF.has(text.toLowerCase())
    ? undefined
    : `ParseBool: parsing '${text}': invalid syntax`
}

export function checkNumber(text: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) return `strconv.Atoi: parsing "${text}": invalid syntax`
  return Number(text) >= 0 ? undefined : `the number must not be negative, but is ${text}`
}

export function checkDuration(text: string): string | undefined {
  try {
    parseDuration(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** For periods, which must be longer than zero. */
export function checkPositiveDuration(text: string): string | undefined {
  const problem = checkDuration(text)
  if (problem !== undefined) return problem
  return parseDuration(text) > 0 ? undefined : `the duration must be greater than 0, but is "${text}"`
}

/** For timeouts, which a Node.js timer must be able to measure. */
export function checkTimeout(text: string): string | undefined {
  const problem = checkPositiveDuration(text)
  if (problem !== undefined) return problem
  const ms = parseDuration(text)
  if (ms < 1) return `the duration must be at least "1ms", but is "${text}"`
  return ms > LONGEST_TIMEOUT_MS
    ? `the duration must be at most "${LONGEST_TIMEOUT_MS}ms", but is "${text}"`
    : undefined
}

export function checkRetryInterval(text: string): string | undefined {
  const problem = checkPositiveDuration(text)
  if (problem !== undefined) return problem
  return parseDuration(text) > 60_000 ? `maximum allowed value for retry interval is '1m': ${text}` : undefined
}

export function checkUrl(text: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1] ?? ''
  if (!/^https?$/i.test(scheme)) return `unexpected scheme found ${scheme}`
  return URL.canParse(text) ? undefined : `parse "${text}": invalid URL`
}

export function checkRegion(text: string): string | undefined {
  return /^[a-zA-Z][a-zA-Z0-9_-]+$/.test(text)
    ? undefined
    : `region '${text}' is invalid, expected simple characters such as [us-east-1, myregion...]`
}

export function checkSiteName(text: string): string | undefined {
  return /^[a-z][a-z0-9-]+$/.test(text)
    ? undefined
    : `site name '${text}' is invalid, expected simple characters such as [cal-rack0, myname...]`
}

export function checkAbsolutePath(value: string): string | undefined {
  return value.startsWith('/') ? undefined : 'queueDir path should be absolute'
}
