/** One of the commands `cooperage engine …`. */
export interface EngineCommand {
  usage: string
  help: string
  /** Besides `--data`. */
  flags: Readonly<Record<string, 'text' | 'switch'>>
  /** Gives the exit code. @throws StartError */
  run(given: Readonly<Record<string, string | true>>, dataDir: string): Promise<number>
}
