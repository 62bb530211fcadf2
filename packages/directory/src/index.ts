export { type DirectoryAddress, parseDirectoryAddress } from './address.ts'
export {
  CHECK_ADVICE,
  CHECK_STEPS,
  type CheckAdvice,
  type CheckStep,
  checkDirectory,
  DirectoryCheckError,
} from './check.ts'
export type { ConnectOptions } from './connection.ts'
export { Directory, type DirectoryEntry, type DirectoryUser } from './directory.ts'
export { normalizeDn, readableDn } from './distinguished-name.ts'
export { DirectoryError } from './errors.ts'
export { type DirectorySettings, directorySettings } from './settings.ts'
