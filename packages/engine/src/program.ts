import { extname, join } from 'node:path'

/**
 * The path of a program (a process or thread) next to the module with this `import.meta`. The built command has all
 * programs in one folder, under the names of their sources. `cli/build` lists them, and fails if one is missing.
 */
export function programBeside({ dirname, filename }: ImportMeta, name: string): string {
  return join(dirname, `${name}${extname(filename)}`)
}

/** The engine as a separate process. */
export const ENGINE_PROGRAM = programBeside(import.meta, 'engine-process')
