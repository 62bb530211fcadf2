/** Actions that pages ask about before they offer something, by the names that pages use for them. */
export const permissions = {
  createPolicy: 'admin:CreatePolicy',
  deletePolicy: 'admin:DeletePolicy',
} as const
