/** What is wrong with a policy, in the words of the protocol; the code depends on where the policy was given. */
export class PolicyFault extends Error {
  override name = 'PolicyFault'
}
