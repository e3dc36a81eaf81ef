import styles from './how-credits-work.module.css';

export function HowCreditsWork() {
  return (
    <section aria-labelledby="how-credits-work">
      <h2 id="how-credits-work" className={styles.title}>
        How Letter Credits Work
      </h2>
      <ol className={styles.list}>
        <li>One letter, one credit, however many photos are in the envelope.</li>
        <li>The stamp is used when you press Send Letter, not before.</li>
        <li>Credits never expire. Take your time.</li>
        <li>Replies from your recipients are free.</li>
      </ol>
    </section>
  );
}
