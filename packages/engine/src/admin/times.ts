/** Time formats of the admin API. */

/** Represents a missing time. */
export const NO_TIME = '0001-01-01T00:00:00Z'
/** Represents an expiry that never comes. */
export const NEVER = '1970-01-01T00:00:00Z'

export const timeText = (time: number) => new Date(time).toISOString()

/** Whole seconds, the format of expiry times. */
export const secondText = (time: number) => timeText(time).replace(/\.\d{3}Z$/, 'Z')

export const expiryText = (expiresAt: number | undefined) => (expiresAt === undefined ? NEVER : secondText(expiresAt))
