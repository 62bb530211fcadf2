/** How long connecting may take. Together with `HEADERS_TIMEOUT_MS` it stays below the 10 s within which a browser gets a response. */
export const CONNECT_TIMEOUT_MS = 4_000
/** How long the server may take to respond after it has the whole request. Streams and slow commits set their own. */
export const HEADERS_TIMEOUT_MS = 8_000
/** How long a body may stall once it has begun. */
export const BODY_TIMEOUT_MS = 30_000
/** How long any response may take, including connecting. Together with `StallDetector`'s quiet period it also stays below 10 s. */
export const LIFE_TIMEOUT_MS = 4_000
