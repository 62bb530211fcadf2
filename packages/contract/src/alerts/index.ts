export * from './alerts.ts'
export * from './rules.ts'
