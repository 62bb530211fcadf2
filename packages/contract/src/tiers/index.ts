export * from './tiers.ts'
