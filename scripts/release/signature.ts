import { run } from './commands.ts'

/** Signs a file with minisign, into `<file>.minisig`. The program asks for the password of the key, if it has one. */
export function sign(secretKey: string, file: string): void {
  run('minisign', ['-S', '-s', secretKey, '-m', file])
}
