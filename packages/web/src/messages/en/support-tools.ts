import { messages } from '../messages.ts'

/** The page of what support asks for when a cluster misbehaves. */
export const supportTools = messages('supportTools', {
  title: 'Support tools',
  purpose: 'What support asks for when the storage server is slow or an object can’t be read',
  tabs: { label: 'Tools', locks: 'Locks' },
  locks: {
    about:
      'The nodes of a cluster lock an object while it is read or written. A lock that is held for long keeps others waiting.',
    label: 'Locks of the cluster',
    search: 'Search locks',
    filter: 'Show',
    filters: { all: 'All locks', write: 'Write locks', read: 'Read locks', stale: 'Stale locks' },
    columns: {
      resource: 'Resource',
      state: 'State',
      type: 'Type',
      held: 'Held for',
      owner: 'Owner',
      quorum: 'Nodes',
      source: 'Requested in',
    },
    states: { held: 'Held', stale: 'Stale' },
    types: { read: 'Read', write: 'Write' },
    quorum: '{{held}} of {{quorum}}',
    cut: 'Only the {{number}} oldest locks are listed.',
    empty: 'No locks',
    emptyHint: 'No request holds a lock at the moment.',
    emptyFilter: 'No locks of this kind',
    count_one: '{{number}} lock',
    count_other: '{{number}} locks',
    oneNode: {
      title: 'This storage server has no locks to list',
      hint: 'Only a MinIO cluster of several nodes lists its locks.',
    },
  },
  unlock: {
    action: 'Force unlock',
    title: 'Force unlock {{name}}',
    warning:
      'This releases every lock on the resource without asking who holds it. If a request is still at work there, another one can write at the same time, and the object can be damaged. Do it only if the owner is gone or support asked for it.',
    held: {
      read: 'The node {{node}} has held a read lock for {{time}}.',
      write: 'The node {{node}} has held a write lock for {{time}}.',
    },
    isStale: 'The lock is stale: fewer nodes hold it than have to.',
    isNotStale: 'The lock isn’t stale: all nodes that have to hold it do.',
    done: 'All locks on {{name}} were released.',
    comma: 'The storage server separates names with commas, so it can’t release a resource with a comma in its name.',
  },
})
