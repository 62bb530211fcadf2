/** Times as the admin API writes them. */

/** What stands for no time at all. */
export const NO_TIME = '0001-01-01T00:00:00Z'
/** What stands for never, of something that can end. */
export const NEVER = '1970-01-01T00:00:00Z'

export const timeText = (time: number) => new Date(time).toISOString()

/** Without fractions, as ends of credentials are. */
export const secondText = (time: number) => timeText(time).replace(/\.\d{3}Z$/, 'Z')

export const endText = (expiresAt: number | undefined) => (expiresAt === undefined ? NEVER : secondText(expiresAt))
