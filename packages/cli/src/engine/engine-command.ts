/** A subcommand of `cooperage engine`. */
export interface EngineCommand {
  usage: string
  help: string
  /** In addition to `--data`. */
  flags: Readonly<Record<string, 'text' | 'switch'>>
  /** Returns the exit code. @throws StartError */
  run(given: Readonly<Record<string, string | true>>, dataDir: string): Promise<number>
}
