/** The id of a target in calls: `audit_webhook:primary`. */
export const configurationId = (section: string, target: string) => (target === '' ? section : `${section}:${target}`)
