import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import layout from '../../shared/layout.module.css'
import classes from '../tenants.module.css'
import { type StepProps, SwitchOf, TextOf } from './fields.tsx'
import type { OperatorParts } from './payload.ts'

/** Parts that the operator doesn't support are explained instead of offered: it would silently drop them. */
export function ConfigureStep(props: StepProps & { parts: OperatorParts }) {
  const { form, change, facts, parts } = props
  const { t } = useTranslation('tenantWizard')
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
      <TextOf {...props} name={name} label={t('configure.storageClass')} />
    )
  const image = (
    name: 'imageName' | 'consoleImage' | 'kesImage' | 'logSearchImage' | 'logSearchPostgresImage' | 'prometheusImage',
  ) => <TextOf {...props} name={name} label={t(`configure.${name}`)} />
  return (
    <>
      <SwitchOf
        {...props}
        name="customImage"
        label={t('configure.customImage')}
        description={t('configure.customImageHint')}
      />
      {form.customImage && (
        <div className={classes.pair}>
          {image('imageName')}
          {parts.consoleImage && image('consoleImage')}
          {image('kesImage')}
          {parts.logSearch && image('logSearchImage')}
          {parts.logSearch && image('logSearchPostgresImage')}
          {parts.prometheus && image('prometheusImage')}
        </div>
      )}
      <SwitchOf {...props} name="customDockerhub" label={t('configure.customDockerhub')} />
      {form.customDockerhub && (
        <div className={classes.pair}>
          <TextOf {...props} name="imageRegistry" label={t('configure.imageRegistry')} />
          <TextOf {...props} name="imageRegistryUsername" label={t('configure.imageRegistryUsername')} />
          <TextOf {...props} name="imageRegistryPassword" label={t('configure.imageRegistryPassword')} isSecret />
        </div>
      )}
      <SwitchOf
        {...props}
        name="exposeMinIO"
        label={t('configure.exposeMinIO')}
        description={t('configure.exposeHint')}
      />
      <SwitchOf {...props} name="exposeConsole" label={t('configure.exposeConsole')} />
      {parts.logSearch ? (
        <>
          <SwitchOf {...props} name="logSearchCustom" label={t('configure.logSearch')} />
          {form.logSearchCustom && (
            <div className={classes.pair}>
              {classSelect('logSearchSelectedStorageClass')}
              <TextOf {...props} name="logSearchVolumeSize" label={t('configure.logSearchSize')} isNumber />
            </div>
          )}
        </>
      ) : (
        <p className={layout.note}>{t('configure.noLogSearch')}</p>
      )}
      {parts.prometheus ? (
        <>
          <SwitchOf {...props} name="prometheusCustom" label={t('configure.prometheus')} />
          {form.prometheusCustom && (
            <div className={classes.pair}>
              {classSelect('prometheusSelectedStorageClass')}
              <TextOf {...props} name="prometheusVolumeSize" label={t('configure.prometheusSize')} isNumber />
            </div>
          )}
        </>
      ) : (
        <p className={layout.note}>{t('configure.noPrometheus')}</p>
      )}
    </>
  )
}
