export { readSettings, type Settings, SettingsError } from './settings.ts'
export { type Running, type StartOptions, startCooperage } from './start.ts'
export { StartError } from './values.ts'
