import { useEffect, useState } from 'react'
import type { Deployment } from '#contract/account/tenant.ts'
import { domain } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'
import { afterFirstPaint } from '#src/lib/first-paint.ts'

/** Pictures are our own files or none: an address from elsewhere is never loaded. */
const ownFile = (address: string | null | undefined) =>
  address && /^\/hfle\/v1\/[\w/.-]+$/.test(address) ? address : null

interface HostFace {
  logo: string | null
  titleLogo: string | null
  title: string | null
  subTitle: string | null
  copyright: string | null
}
const plain: HostFace = {
  logo: null,
  titleLogo: null,
  title: null,
  subTitle: null,
  copyright: null,
}

function faceOf(found: Deployment): HostFace {
  const titleLogo = ownFile(found.titleLoginLogo)
  return {
    logo: ownFile(found.loginLogo),
    titleLogo,
    title: titleLogo ? null : found.titleLoginLogo,
    subTitle: found.subTitle,
    copyright: found.copyright,
  }
}

const ask = () => call(domain, { domainName: location.hostname }, { tenant: 0, quiet: true })
let asked: Promise<Deployment> | undefined
/** Inside the console: once, when the first page stands. */
const askLater = () => (asked ??= afterFirstPaint().then(ask))

/** How this host presents itself; plain Furrow when it does not say. */
export function useDeployment({ isInside = false } = {}): HostFace {
  const [face, setFace] = useState(plain)
  useEffect(() => {
    void (isInside ? askLater() : ask()).then(
      (found) => {
        setFace(faceOf(found))
        const icon = ownFile(found.favicon)
        if (icon) document.querySelector('link[rel="icon"]')?.setAttribute('href', icon)
      },
      () => undefined,
    )
  }, [isInside])
  return face
}
