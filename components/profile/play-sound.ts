let audio: AudioContext | null = null;

/** Two short tones, made here: there is no file to load. A page that nobody has clicked in yet stays silent. */
export async function playSound(): Promise<void> {
  audio ??= new AudioContext();
  // Tones that wait for a click would come with it.
  await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, 100))]);
  if (audio.state !== 'running') return;
  for (const [delay, pitch] of [
    [0, 660],
    [0.14, 880],
  ] as const) {
    const start = audio.currentTime + delay;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
    const tone = new OscillatorNode(audio, { frequency: pitch });
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.24);
  }
}

const lockName = 'vitrine-sound';
const onceMs = 1_000;

/** Of the pages that hear of the same thing, one makes the sound. */
export async function playSoundOnce(): Promise<void> {
  if (!('locks' in navigator)) return await playSound();
  await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await playSound();
    await new Promise((resolve) => setTimeout(resolve, onceMs));
  });
}
