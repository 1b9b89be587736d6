import { lazy } from 'react'
import {
  loraNetwork,
  loraNetworkScreen,
  payloadCodec,
  payloadCodecScreen,
} from '#contract/connectivity/lora.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const payloadCodecs = resource(payloadCodec, {
  screen: payloadCodecScreen,
  list: {
    columns: ['name', 'deviceType', 'maker', 'description'],
    filters: ['name', 'deviceType', 'maker'],
    rowActions: ['try', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'deviceType'], ['maker'], ['script'], ['description']],
  inputs: { script: lazy(() => import('#src/pages/connectivity/lora/ScriptInput.tsx')) },
  formFooter: lazy(() => import('#src/pages/connectivity/lora/CodecBeneath.tsx')),
  dialogs: { try: () => import('#src/pages/connectivity/lora/TryCodecDialog.tsx') },
})

export const loraNetworks = resource(loraNetwork, {
  screen: loraNetworkScreen,
  list: {
    columns: ['name', 'brokerUrl', 'lastHeardAt', 'enabledFlag', 'description'],
    more: ['enabledFlag'],
    filters: ['name', 'enabledFlag'],
    rowActions: ['connect', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [['name', 'enabledFlag'], ['brokerUrl', 'brokerUser'], ['apiUrl'], ['description']],
  dialogs: { connect: () => import('#src/pages/connectivity/lora/ConnectionDialog.tsx') },
  created: 'connect',
})
