import type { Rolldown } from 'vite'

/**
 * The chunks that a page loads: those of its modules, given by the end of their paths, and everything that these import statically.
 * @throws an Error that names a module in no chunk
 */
export function scriptsOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): Set<Rolldown.OutputChunk> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const scripts = new Set(
    modules.map((module) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
      if (chunk === undefined) throw new Error(`${module} is in no chunk`)
      return chunk
    }),
  )
  for (const { imports } of scripts) {
    for (const name of imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') scripts.add(imported)
    }
  }
  return scripts
}
