import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import classes from '../tenants.module.css'
import { type StepProps, SwitchOf, TextOf, TextsOf } from './fields.tsx'
import { type OperatorParts, type TextName, textField, textsIn } from './wizard-fields.ts'

/** Parts that the operator doesn't support are explained instead of offered: it would silently drop them. */
export function ConfigureStep(props: StepProps & { parts: OperatorParts }) {
  const { form, change, facts, parts } = props
  const t = useTexts('tenantWizard')
  const classSelect = (name: 'logSearchSelectedStorageClass' | 'prometheusSelectedStorageClass') =>
    facts.classes ? (
      <NativeSelect
        label={t('configure.storageClass')}
        data={['', ...facts.classes.map((one) => one.name)]}
        error={props.problems[name]}
        value={form[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    ) : (
      <TextOf {...props} name={name} />
    )
  const isSupported = (name: TextName) => {
    const { part } = textField(name)
    return part === undefined || parts[part]
  }
  return (
    <>
      <SwitchOf {...props} name="customImage" />
      {form.customImage && (
        <div className={classes.pair}>
          <TextsOf {...props} names={textsIn('images').filter(isSupported)} />
        </div>
      )}
      <SwitchOf {...props} name="customDockerhub" />
      {form.customDockerhub && (
        <div className={classes.pair}>
          <TextsOf {...props} names={textsIn('registry')} />
        </div>
      )}
      <SwitchOf {...props} name="exposeMinIO" />
      <SwitchOf {...props} name="exposeConsole" />
      {parts.logSearch ? (
        <>
          <SwitchOf {...props} name="logSearchCustom" />
          {form.logSearchCustom && (
            <div className={classes.pair}>
              {classSelect('logSearchSelectedStorageClass')}
              <TextOf {...props} name="logSearchVolumeSize" />
            </div>
          )}
        </>
      ) : (
        <p className={layout.note}>{t('configure.noLogSearch')}</p>
      )}
      {parts.prometheus ? (
        <>
          <SwitchOf {...props} name="prometheusCustom" />
          {form.prometheusCustom && (
            <div className={classes.pair}>
              {classSelect('prometheusSelectedStorageClass')}
              <TextOf {...props} name="prometheusVolumeSize" />
            </div>
          )}
        </>
      ) : (
        <p className={layout.note}>{t('configure.noPrometheus')}</p>
      )}
    </>
  )
}
