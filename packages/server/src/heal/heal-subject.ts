/** What all calls of healing concern, for their error messages. */
export const HEAL_SUBJECT = { action: 'admin:Heal', feature: 'healing, which needs several drives' } as const
