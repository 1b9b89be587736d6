import { useCallback } from 'react'
import {
  favorites,
  mostFavorites,
  saveFavorites,
  type Favorite,
} from '#contract/account/favorites.ts'
import { callKey, queries } from '#src/kit/calls/queries.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

/** The same page with the same filters, whatever order they were written in. */
const same = (a: string, b: string) => {
  const plain = (address: string) => {
    const url = new URL(address, location.origin)
    url.searchParams.sort()
    return `${url.pathname}?${url.searchParams}`
  }
  return plain(a) === plain(b)
}

/** Addresses that a person keeps above the menu: shown at once, kept behind. */
export function useFavorites(isReady: boolean) {
  const { data } = useCall(favorites, isReady ? {} : null, { staleTime: Infinity })
  const { send } = useCallMutation(saveFavorites, { invalidates: [favorites] })
  const links = data ?? none
  const save = useCallback(
    (next: readonly Favorite[]) => {
      queries.setQueryData(callKey(favorites, {}), next)
      void send({ links: [...next] })
    },
    [send],
  )
  const has = (address: string) => links.some((link) => same(link.address, address))
  return {
    links,
    has,
    isFull: links.length >= mostFavorites,
    toggle: (link: Favorite) =>
      save(
        has(link.address)
          ? links.filter(({ address }) => !same(address, link.address))
          : [...links, link].slice(0, mostFavorites),
      ),
    move: (from: number, to: number) => {
      const next = [...links]
      next.splice(to, 0, ...next.splice(from, 1))
      save(next)
    },
  }
}
const none: readonly Favorite[] = []
export type Favorites = ReturnType<typeof useFavorites>
