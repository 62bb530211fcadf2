import { isSamePolicy, type PolicyDetails as Policy } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useHasIam } from '../session/index.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { SavePolicyDialog, useChangesDenied } from './index.ts'
import classes from './policies.module.css'
import { PolicyEditor } from './visual/PolicyEditor.tsx'

interface Draft {
  text: string
  /** The text that the edit started from. */
  opened: string
}

/** The editor of a policy. Unsaved changes survive a reload of the stored text; the two are compared when saving. */
export function PolicyDetails({ name, policy }: { name: string; policy: Policy }) {
  const t = useTexts('policies')
  const [draft, setDraft] = useState<Draft>()
  const { open, dialog } = useDialogs({
    save: (close, { text, opened }: Draft) => (
      <SavePolicyDialog name={name} text={text} opened={opened} onClose={close} onSaved={() => setDraft(undefined)} />
    ),
  })
  const hasIam = useHasIam()
  const denied = useChangesDenied()('createPolicy', name)
  const text = draft?.text ?? policy.policy
  const isChanged = draft !== undefined && !isSamePolicy(draft.text, draft.opened)
  const reason = () => {
    if (denied !== undefined) return denied
    if (text.trim() === '') return t('form.textMissing')
    return isChanged ? undefined : t('details.unchanged')
  }
  return (
    <div className={classes.details}>
      {policy.isBuiltIn && <p className={classes.builtIn}>{t(hasIam ? 'details.ofAws' : 'details.builtIn')}</p>}
      <PolicyEditor
        label={t('details.text')}
        value={text}
        onChange={(next) => setDraft({ text: next, opened: draft?.opened ?? policy.policy })}
      />
      <div className={layout.row}>
        <ExplainedButton disabledReason={reason()} onClick={() => draft && open('save', draft)}>
          {t('details.save')}
        </ExplainedButton>
        {draft !== undefined && (
          <Button variant="default" onClick={() => setDraft(undefined)}>
            {t('details.discard')}
          </Button>
        )}
        {policy.updatedAt !== '' && (
          <span className={classes.saved}>
            {t('details.updatedAt')} <Timestamp iso={policy.updatedAt} />
          </span>
        )}
      </div>
      {dialog}
    </div>
  )
}
