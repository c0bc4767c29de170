let audio: AudioContext | null = null;

/** Two short tones, made here: there is no file to load. A browser that nobody has clicked in yet stays silent. */
export function playSound(): void {
  audio ??= new AudioContext();
  void audio.resume().catch(() => undefined);
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
