import { unfinishedUploads } from '../../messages/en/unfinished-uploads.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('unfinishedUploads', unfinishedUploads)
