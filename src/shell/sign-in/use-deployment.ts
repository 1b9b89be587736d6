import { useEffect, useState } from 'react'
import type { Deployment } from '#contract/account/tenant.ts'
import { domain } from '#src/api/public-calls.ts'
import { call } from '#src/api/call.ts'

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

/** How this host presents itself; plain Furrow when it does not say. */
export function useDeployment(): HostFace {
  const [face, setFace] = useState(plain)
  useEffect(() => {
    call(domain, { domainName: location.hostname }, { tenant: 0, quiet: true }).then(
      (found) => {
        setFace(faceOf(found))
        const icon = ownFile(found.favicon)
        if (icon) document.querySelector('link[rel="icon"]')?.setAttribute('href', icon)
      },
      () => undefined,
    )
  }, [])
  return face
}
