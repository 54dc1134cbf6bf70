/** The circuit of one key, as a pure state machine: no clock, no effects. Times are monotonic milliseconds. */

/** Settings of a circuit breaker. */
export interface CircuitSettings {
  readonly enabled: boolean
  /** Failures inside the window that open the circuit. */
  readonly failureThreshold: number
  /** Length of the sliding window. */
  readonly windowMs: number
  /** How long an open circuit rejects before it lets one probe through. */
  readonly halfOpenAfterMs: number
}

/** The states of a circuit. `epoch` changes with every transition: results of an older epoch count for nothing. */
export type Circuit =
  | { readonly state: "closed"; readonly epoch: number; readonly failures: ReadonlyArray<number> }
  | { readonly state: "open"; readonly epoch: number; readonly until: number }
  | { readonly state: "half_open"; readonly epoch: number; readonly probing: boolean }

/** How a call let through ended. `ignored` says nothing about the other side: a 429, a cancellation, a defect. */
export type Outcome = "success" | "failure" | "ignored"

/** The ticket of a call let through. */
export interface Admitted {
  readonly epoch: number
  readonly probe: boolean
}

/** A refusal, with the time left until a probe may go. */
export interface Rejected {
  readonly retryAfterMs: number
}

/** While a probe runs nobody knows how long it takes; this is when asking again makes sense. */
const PROBE_RUNNING_MS = 1000

/** A new circuit. */
export const closed = (epoch: number): Circuit => ({ state: "closed", epoch, failures: [] })

/** Lets a call through or rejects it. An open circuit whose time is up becomes half-open, and this call its probe. */
export const admit = (circuit: Circuit, now: number): readonly [Circuit, Admitted | Rejected] => {
  switch (circuit.state) {
    case "closed":
      return [circuit, { epoch: circuit.epoch, probe: false }]
    case "open": {
      if (now < circuit.until) return [circuit, { retryAfterMs: Math.ceil(circuit.until - now) }]
      const epoch = circuit.epoch + 1
      return [
        { state: "half_open", epoch, probing: true },
        { epoch, probe: true }
      ]
    }
    case "half_open":
      return circuit.probing
        ? [circuit, { retryAfterMs: PROBE_RUNNING_MS }]
        : [
            { ...circuit, probing: true },
            { epoch: circuit.epoch, probe: true }
          ]
  }
}

/** Counts how an admitted call ended. */
export const record = (
  circuit: Circuit,
  ticket: Admitted,
  outcome: Outcome,
  now: number,
  settings: CircuitSettings
): Circuit => {
  if (ticket.epoch !== circuit.epoch) return circuit
  switch (circuit.state) {
    case "closed": {
      if (outcome !== "failure") return circuit
      const failures = [...circuit.failures.filter((at) => now - at < settings.windowMs), now]
      return failures.length < settings.failureThreshold ? { ...circuit, failures } : open(circuit, now, settings)
    }
    case "half_open":
      if (outcome === "success") return closed(circuit.epoch + 1)
      if (outcome === "failure") return open(circuit, now, settings)
      return { ...circuit, probing: false }
    case "open":
      return circuit
  }
}

/** Whether a circuit holds nothing worth remembering. */
export const isPristine = (circuit: Circuit, now: number, settings: CircuitSettings): boolean =>
  circuit.state === "closed" && circuit.failures.every((at) => now - at >= settings.windowMs)

const open = (circuit: Circuit, now: number, settings: CircuitSettings): Circuit => ({
  state: "open",
  epoch: circuit.epoch + 1,
  until: now + settings.halfOpenAfterMs
})
