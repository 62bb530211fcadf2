/** Drives and their volumes: DirectPV, and its predecessor direct-csi. */
import { fields, flag, free, integer, list, oneOf, text, texts } from './schema.ts'

const conditions = list(
  fields({
    'type!': text,
    'status!': text,
    reason: text,
    message: text,
    lastTransitionTime: text,
    observedGeneration: integer,
  }),
)

export const DIRECTPV_DRIVE = fields({
  spec: fields({ unschedulable: flag, relabel: flag }),
  'status!': fields({
    'totalCapacity!': integer,
    'allocatedCapacity!': integer,
    'freeCapacity!': integer,
    'fsuuid!': text,
    'status!': oneOf('Lost', 'Error', 'Removed', 'Ready', 'Moving', 'Repairing'),
    'topology!': texts,
    make: text,
    conditions,
  }),
})

export const DIRECTPV_VOLUME = fields({
  'status!': fields({
    'fsuuid!': text,
    'status!': oneOf('Pending', 'Ready'),
    'totalCapacity!': integer,
    'availableCapacity!': integer,
    'usedCapacity!': integer,
    'dataPath!': text,
    'stagingTargetPath!': text,
    'targetPath!': text,
    conditions,
  }),
})

export const DIRECTPV_NODE = fields({
  spec: fields({ refresh: flag }),
  'status!': fields({
    devices: list(
      fields({
        'id!': text,
        'name!': text,
        'majorMinor!': text,
        'size!': integer,
        make: text,
        fsType: text,
        fsuuid: text,
        deniedReason: text,
      }),
    ),
    conditions,
  }),
})

export const DIRECTPV_INIT_REQUEST = fields({
  spec: fields({ 'devices!': list(fields({ 'id!': text, 'name!': text, 'force!': flag })) }),
  'status!': fields({
    'status!': oneOf('Pending', 'Processed', 'Error'),
    'results!': list(fields({ 'name!': text, error: text })),
  }),
})

export const DIRECT_CSI_DRIVE = fields({
  'spec!': fields({
    'directCSIOwned!': flag,
    driveTaint: texts,
    requestedFormat: fields({
      filesystem: text,
      force: flag,
      purge: flag,
      mountpoint: text,
      mountOptions: list(text),
    }),
  }),
  status: free,
})

export const DIRECT_CSI_VOLUME = fields({ status: free })
