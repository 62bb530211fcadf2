import type { PolicySource } from '@cooperage/contract'
import type { Translate } from '../messages/use-texts.ts'
import classes from './policies.module.css'

/** A statement of a policy as it was written. */
export function StatementText({ text }: { text: string }) {
  return <pre className={classes.statement}>{text}</pre>
}

/** Names a policy and what it is attached to, inside a sentence. */
export function sourceText({ kind, policy, attachedTo }: PolicySource, t: Translate<'policies'>): string {
  if (kind === 'identity' && policy === '') {
    return attachedTo === ''
      ? t('simulator.sources.identityPasted')
      : t('simulator.sources.identityMerged', { attachedTo })
  }
  if (kind === 'group' && policy === '') return t('simulator.sources.groupAny', { attachedTo })
  return t(`simulator.sources.${kind}`, { policy, attachedTo })
}
