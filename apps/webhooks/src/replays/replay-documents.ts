/** Deliveries that are sent again bit by bit. */
export interface ReplayDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly endpoint_id: string;
  readonly since: Date;
  readonly until: Date;
  readonly selection: 'failed' | 'all';
  readonly rate: number | null;
  readonly state: 'running' | 'done' | 'cancelled';
  /** The last that was looked at: the id of a delivery, or of all the position of an event. */
  readonly at_id: string;
  readonly at_position: number;
  readonly last_position: number;
  readonly examined: number;
  readonly resent: number;
  /** While it runs: when its next bit is due; while a worker is at it, when another takes over. */
  readonly due_at?: Date;
  /** Counts claims. */
  readonly epoch: number;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly expires_at?: Date;
}
