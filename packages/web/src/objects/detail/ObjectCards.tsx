import type { ObjectDetails } from '@cooperage/contract'
import { MetadataCard } from './MetadataCard.tsx'
import { ObjectFacts } from './ObjectFacts.tsx'
import classes from './ObjectPage.module.css'
import type { ObjectRef } from './object-ref.ts'
import { ProtectionCard } from './ProtectionCard.tsx'
import { TagsCard } from './TagsCard.tsx'

interface ObjectCardsProps {
  object: ObjectRef
  details: ObjectDetails
}

export function ObjectCards({ object, details }: ObjectCardsProps) {
  // Edits apply to the version that was loaded, even if another has become the latest since.
  const shown = { ...object, versionId: details.version_id }
  return (
    <div className={classes.cards}>
      <div className={classes.column}>
        <ObjectFacts object={object} details={details} />
        <MetadataCard object={object} details={details} />
      </div>
      <div className={classes.column}>
        <ProtectionCard object={shown} details={details} />
        <TagsCard object={shown} tags={details.tags} />
      </div>
    </div>
  )
}
