import { extname, join } from 'node:path'

/**
 * The file of a module that is run by itself, as a process or a thread, and lies beside the module whose `import.meta` is
 * given. What is built for the command has all of them in one folder, under the names of their sources: `cli/build` lists
 * them, and refuses to leave one out.
 */
export function programBeside({ dirname, filename }: ImportMeta, name: string): string {
  return join(dirname, `${name}${extname(filename)}`)
}

/** The engine as a process of its own. */
export const ENGINE_PROGRAM = programBeside(import.meta, 'engine-process')
