import { useLocation } from 'wouter'
import { placeOfAddress } from '../../paths.ts'
import { CircuitPage } from './circuit-page.tsx'
import { CongregationPage } from './congregation-page.tsx'

/** The page of a circuit, or of a congregation below it. */
export function PlacePage() {
  const [location] = useLocation()
  const { circuit, congregation } = placeOfAddress(location)
  return congregation === undefined ? (
    <CircuitPage name={circuit} />
  ) : (
    <CongregationPage circuit={circuit} name={congregation} />
  )
}
