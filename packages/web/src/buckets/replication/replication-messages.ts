import { replication } from '../../messages/en/replication.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('replication', replication)
