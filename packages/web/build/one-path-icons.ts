import type { Plugin } from 'vite'

/** Filled ones may overlap themselves, which looks different in one path. */
const ICON = /\/@tabler\/icons-react\/dist\/esm\/icons\/Icon\w+(?<!Filled)\.mjs$/
const PARTS = /(?<=const __iconNode = )\[.+\](?=;\n)/

type Part = [tag: string, attributes: Record<string, string>]

/**
 * Draws each icon with one path instead of up to nine: scrolling a table renders hundreds of icons a second, and the browser
 * creates, styles and lays out each path.
 */
export function onePathIcons(): Plugin {
  return {
    name: 'cooperage-one-path-icons',
    apply: 'build',
    transform: { filter: { id: ICON }, handler: (code) => ({ code: withOnePath(code), map: null }) },
  }
}

/** The module of an icon with its paths joined, if they differ in nothing but their outline. */
export function withOnePath(code: string): string {
  return code.replace(PARTS, (text) => {
    const parts: Part[] = JSON.parse(text)
    // Only outlines with an absolute start mean the same after others.
    const outlines = parts.map(([tag, { key: _, d, ...others }]) =>
      tag === 'path' && d?.startsWith('M') && Object.keys(others).length === 0 ? d : undefined,
    )
    if (outlines.includes(undefined)) return text
    return JSON.stringify([['path', { d: outlines.join(''), key: 'outline' }] satisfies Part])
  })
}
