/** IAM policies: the list, the editor, exposure and the policy simulator. */
export * from './editor.ts'
export * from './exposure.ts'
export * from './policies.ts'
export * from './policy-text.ts'
export * from './resource-text.ts'
export * from './simulator.ts'
