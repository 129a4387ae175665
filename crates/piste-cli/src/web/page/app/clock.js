// The time a game has been played: it runs only while somebody can see the board.
//
// Seconds are counted from timestamps, not from ticks, so a browser that slows its timers down
// does not slow the clock down.

export class Clock {
  /** `now` gives milliseconds; `tick(seconds)` is told about every change. */
  constructor(now, tick) {
    this.now = now;
    this.tick = tick;
    this.before = 0;
    this.since = null;
  }

  get isRunning() {
    return this.since !== null;
  }

  get seconds() {
    return this.before + (this.isRunning ? (this.now() - this.since) / 1000 : 0);
  }

  /** Sets the time and stops. */
  set(seconds) {
    this.since = null;
    this.before = seconds;
    this.tick(this.seconds);
  }

  run() {
    this.since ??= this.now();
  }

  stop() {
    this.before = this.seconds;
    this.since = null;
    this.tick(this.seconds);
  }
}

/** `4:07`, `1:02:33`. */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
