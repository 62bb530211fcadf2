/** The policies of users and groups: list, texts, who has them, and what they come to. */
export { policyRoutes } from './policies.routes.ts'
