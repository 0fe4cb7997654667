#!/bin/sh
# A Slurm array: sbatch --array=1-8 slurm.sh FOLDER
#SBATCH --cpus-per-task=4 --requeue
exec stringent batch "$1" --jobs "$SLURM_CPUS_PER_TASK" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "part-$SLURM_ARRAY_TASK_ID.csv"
