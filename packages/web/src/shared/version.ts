declare const __VERSION__: string

/** The version of the product, which the build of the page sets. */
export const VERSION = __VERSION__
