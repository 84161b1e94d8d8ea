/** A municipality, a district of one, or (without `town`) the districts of one name wherever they are. */
export interface Area {
  readonly town?: number
  readonly district?: string
}

/** What one name was taken for. */
export interface Meaning {
  /** Empty: it was not understood. */
  readonly areas: readonly Area[]
  /** What to say of it. */
  readonly notes: readonly string[]
  /** Names that may have been meant, when it was not understood. */
  readonly near: readonly string[]
}

export function understood(areas: readonly Area[], notes: readonly string[] = []): Meaning {
  return { areas, notes, near: [] }
}
