import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { RadioChoices } from '../../shared/fields/RadioChoices.tsx'
import { WarningNote } from '../../shared/WarningNote.tsx'
import classes from '../tenants.module.css'
import { type StepProps, SwitchOf, TextOf, TextsOf } from './fields.tsx'
import { textsIn } from './wizard-fields.ts'
import { randomKeys } from './wizard-form.ts'

export function IdentityStep(props: StepProps) {
  const { form, change } = props
  const t = useTexts('tenantWizard')
  return (
    <>
      <RadioChoices
        legend={t('identity.protocol')}
        choices={[
          { value: 'Built-in', label: t('identity.builtIn'), hint: t('identity.builtInHint') },
          { value: 'OpenID', label: t('identity.openId'), hint: t('identity.openIdHint') },
          { value: 'AD', label: t('identity.ad'), hint: t('identity.adHint') },
        ]}
        chosen={form.idpSelection}
        onChange={(idpSelection) => change({ idpSelection })}
        status={undefined}
      />
      {form.idpSelection === 'Built-in' && <Users {...props} />}
      {form.idpSelection === 'OpenID' && <TextsOf {...props} names={textsIn('openId')} />}
      {form.idpSelection === 'AD' && (
        <>
          <TextOf {...props} name="ADURL" />
          <SwitchOf {...props} name="ADSkipTLS" />
          <SwitchOf {...props} name="ADServerInsecure" />
          <div role="status">{form.ADServerInsecure && <WarningNote>{t('identity.insecure')}</WarningNote>}</div>
          <div className={classes.pair}>
            <TextsOf {...props} names={textsIn('directory').filter((name) => name !== 'ADURL')} />
          </div>
        </>
      )}
    </>
  )
}

/** Pairs of keys; at least one remains (spec operator-mode 2). */
function Users({ form, change, problems }: StepProps) {
  const t = useTexts('tenantWizard')
  const { accessKeys, secretKeys } = form
  const set = (index: number, accessKey: string, secretKey: string) =>
    change({ accessKeys: accessKeys.with(index, accessKey), secretKeys: secretKeys.with(index, secretKey) })
  return (
    <>
      {accessKeys.map((accessKey, index) => {
        const secretKey = secretKeys[index] ?? ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no identity but their place
          <div key={index} className={classes.entry}>
            <TextInput
              label={t('identity.accessKey')}
              error={problems[`accessKeys.${index}`]}
              value={accessKey}
              onChange={(event) => set(index, event.currentTarget.value, secretKey)}
            />
            <PasswordInput
              label={t('identity.secretKey')}
              error={problems[`secretKeys.${index}`]}
              autoComplete="new-password"
              value={secretKey}
              onChange={(event) => set(index, accessKey, event.currentTarget.value)}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              onClick={() => {
                const keys = randomKeys()
                set(index, keys.accessKey, keys.secretKey)
              }}
            >
              {t('identity.randomize')}
            </Button>
            {accessKeys.length > 1 && (
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('identity.remove')}
                title={t('identity.remove')}
                onClick={() =>
                  change({
                    accessKeys: accessKeys.toSpliced(index, 1),
                    secretKeys: secretKeys.toSpliced(index, 1),
                  })
                }
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </div>
        )
      })}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => {
            const keys = randomKeys()
            change({ accessKeys: [...accessKeys, keys.accessKey], secretKeys: [...secretKeys, keys.secretKey] })
          }}
        >
          {t('identity.add')}
        </Button>
      </div>
    </>
  )
}
